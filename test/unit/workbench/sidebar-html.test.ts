import { describe, expect, it } from '@jest/globals';
import { withGoogleScript } from '../../workbench/sidebar-html';

describe('the sidebar page', () => {
  it('gets google.script before any script of its own', () => {
    expect(withGoogleScript('<html><HEAD lang="en"><script>own()</script></HEAD></html>', 'shim()')).toBe(
      '<html><HEAD lang="en"><script>shim()</script><script>own()</script></HEAD></html>',
    );
  });

  it('gets it in front where there is no head', () => {
    expect(withGoogleScript('<header>Hello</header>', 'shim()')).toBe(
      '<script>shim()</script><header>Hello</header>',
    );
  });

  it('gets it unchanged, whatever it holds', () => {
    expect(withGoogleScript('<head></head>', "'$&' + '</script>'")).toBe(
      "<head><script>'$&' + '<\\/script>'</script></head>",
    );
  });
});
