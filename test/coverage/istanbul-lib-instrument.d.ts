/** What is used of the instrumenter; the published types are of an older version and bring Babel 6 with them. */
declare module 'istanbul-lib-instrument' {
  /** A place in the text. Lines count from 1, columns from 0. */
  export interface Position {
    readonly line: number;
    readonly column: number;
  }
  interface BranchMapping {
    /** `if`, `cond-expr`, `binary-expr`, `switch` or `default-arg`. */
    readonly type: string;
    readonly loc: { readonly start: Position };
    /** One for each way; the `else` that nobody wrote has no position. */
    readonly locations: readonly { readonly start: Partial<Position> }[];
  }
  interface Instrumenter {
    /** The code with counters; throws where it cannot be parsed. */
    instrumentSync(code: string, file: string): string;
    lastFileCoverage(): { readonly branchMap: Readonly<Record<string, BranchMapping>> };
  }
  /** Options are those of the package's documentation. */
  export function createInstrumenter(options: {
    readonly esModules: boolean;
    readonly compact: boolean;
    readonly preserveComments: boolean;
    readonly coverageGlobalScope: string;
    readonly coverageGlobalScopeFunc: boolean;
    readonly parserPlugins: readonly string[];
  }): Instrumenter;
}
