/** The loader; its default mock is never used. */
declare module 'gas-local' {
  const gasLocal: {
    /** Runs every file of `folder` that passes the filter in `context`, and returns the context. */
    require(
      folder: string,
      context: Record<string, unknown>,
      options: { readonly filter: (path: string) => boolean },
    ): Record<string, unknown>;
  };
  export default gasLocal;
}
