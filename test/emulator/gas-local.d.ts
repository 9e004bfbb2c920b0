/** The loader, as far as it is used here. */
declare module 'gas-local' {
  const gasLocal: {
    require(folder: string, context: object, options: { filter(path: string): boolean }): object;
  };
  export default gasLocal;
}
