/**
 * The sidebar's page with `google.script` in it.
 *
 * The shim goes right after `<head>`, before any script of the page; where there is no such tag, to the front.
 * A replacer function keeps `$&` in the shim harmless.
 */
export function withGoogleScript(html: string, shim: string): string {
  const script = `<script>${shim.replaceAll('</script', '<\\/script')}</script>`;
  const head = /<head(?:\s[^>]*)?>/i;
  return head.test(html) ? html.replace(head, (tag) => tag + script) : script + html;
}

/**
 * What the sidebar's page may do: run what is inlined in it, and nothing else. No address can be reached from it,
 * this server's included.
 */
export const SIDEBAR_POLICY = [
  'sandbox allow-scripts allow-forms allow-modals allow-popups',
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
].join('; ');
