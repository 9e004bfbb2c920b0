/** What a person with a German account sees. Only the beginning is translated, as the platform leaves addresses alone. */
const GERMAN: readonly (readonly [RegExp, string])[] = [
  [/^DNS error: /, 'DNS-Fehler: '],
  [/^Address unavailable: /, 'Adresse nicht verfügbar: '],
  [/^Timeout: /, 'Zeitüberschreitung: '],
  [/^Bandwidth quota exceeded: /, 'Bandbreitenkontingent überschritten: '],
  [/^Request failed for /, 'Anfrage fehlgeschlagen für '],
  [/^Service invoked too many times for one day: /, 'Dienst an einem Tag zu oft aufgerufen: '],
  [/^You do not have permission to call /, 'Sie sind nicht berechtigt, dies aufzurufen: '],
  [
    /^Specified permissions are not sufficient to call /,
    'Die angegebenen Berechtigungen reichen nicht aus für ',
  ],
  [/^Lock timeout: /, 'Zeitüberschreitung der Sperre: '],
  [/^Argument too large: /, 'Argument zu groß: '],
  [/^Invalid argument: /, 'Ungültiges Argument: '],
  [/^We're sorry, a server error occurred\./, 'Es ist leider ein Serverfehler aufgetreten.'],
  [
    /^You are trying to edit a protected cell or object\./,
    'Sie versuchen, eine geschützte Zelle zu bearbeiten.',
  ],
  [/^Authorization is required /, 'Autorisierung erforderlich '],
];

/** An error text in another language. Texts without an entry stay English, as some of the platform's do. */
export function translate(message: string): string {
  const entry = GERMAN.find(([pattern]) => pattern.test(message));
  return entry === undefined ? message : message.replace(entry[0], entry[1]);
}
