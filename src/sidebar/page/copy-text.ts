/**
 * Puts text on the clipboard. False where the browser does not allow it, which is common: the sidebar is a frame
 * of another origin, and Google does not pass the right on in every browser.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
