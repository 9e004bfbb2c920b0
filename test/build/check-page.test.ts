import { describe, expect, test } from '@jest/globals';
import { checkPage } from '../../build/check-page';
import { makeBundle, messagesOf, type Planted } from './sound-bundle';

const check = (planted: Planted) => messagesOf(checkPage(makeBundle(planted)));

describe('the check of the page', () => {
  test('finds nothing in a sound page', () => {
    expect(check({})).toEqual([]);
  });

  test.each([
    'node.innerHTML = text;',
    'node["innerHTML"] = text;',
    'Object.assign(node, { x: "innerHTML" });',
    'node.outerHTML = text;',
    'node.insertAdjacentHTML("beforeend", text);',
    'document.write(text);',
    'document.writeln(text);',
    'eval(text);',
    'new Function(text)();',
    'new DOMParser();',
    'frame.srcdoc = text;',
    'parent.postMessage(text);',
    'window.onmessage = read;',
    'window.addEventListener("message", read);',
    'fetch(text);',
    'window.fetch(text);',
    'new XMLHttpRequest();',
    'navigator.sendBeacon(text);',
    'localStorage.setItem("secret", text);',
  ])('finds %s', (statement) => {
    expect(check({ pageScript: `function use(node, frame, text, read) { ${statement} }` })).not.toEqual([]);
  });

  test.each([
    '<button onclick="go()">Go</button>',
    '<img src="logo.png">',
    '<link rel="icon" href="icon.ico">',
    '<iframe></iframe>',
    '<base href="x">',
    '<meta http-equiv="refresh" content="0">',
    '<a href="javascript:go()">Go</a>',
    '<?= secret ?>',
    '<p>Café</p>',
  ])('finds %s', (markup) => {
    expect(check({ markup })).not.toEqual([]);
  });

  test('finds a second script', () => {
    expect(check({ markup: '<script>1;</script>' })).toEqual(['It must hold one script element, not 2.']);
  });

  test('leaves a base that only says where links open alone', () => {
    expect(check({ markup: '<base target="_blank">' })).toEqual([]);
  });

  test('leaves other listeners, texts and local names alone', () => {
    expect(
      check({
        pageScript:
          'document.addEventListener("click", (fetch) => fetch); const message = "message"; const once = "on=1";',
      }),
    ).toEqual([]);
  });
});
