/** As much of luxon as is used here. */
declare module 'luxon' {
  export type DateTimeUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

  type Span = { readonly [unit: string]: number };

  export class DateTime {
    static fromISO(text: string, options?: { readonly zone?: unknown; readonly locale?: string }): DateTime;
    static fromMillis(millis: number, options: { readonly zone: string }): DateTime;
    static fromFormat(text: string, format: string, options: { readonly zone: string }): DateTime;
    static utc(year: number, month: number, day: number, hour: number): DateTime;
    readonly isValid: boolean;
    readonly zone: unknown;
    startOf(unit: DateTimeUnit, options?: { readonly useLocaleWeeks: boolean }): DateTime;
    plus(span: Span): DateTime;
    minus(span: Span): DateTime;
    toMillis(): number;
    toFormat(format: string): string;
    toISODate(): string;
    toJSDate(): Date;
  }

  export const IANAZone: { create(name: string): { offset(millis: number): number } };
}
