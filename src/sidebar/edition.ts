/** The sheets edition, which adds nothing. Another build resolves this file to its sibling `edition-….ts`. */
export const editionEndpoints = {};
