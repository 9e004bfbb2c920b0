import { contentOfBlob, textOfContent } from './blob';
import { createEnum } from './enum';
import { escapeHtml } from './escape-html';
import { createTemplate } from './html-template';
import { callHost, checked, type Json, refuseUnknownMembers } from './realm';

const pages = new WeakMap<object, () => { readonly html: string; readonly title: string }>();

/** What a window shows. `title` null: the page's own. */
export function pageOf(page: object, title: string | null): Json {
  const read = pages.get(page);
  const { html, title: own } = read === undefined ? { html: String(page), title: '' } : read();
  return { html, title: title === null ? own : title };
}

/** HtmlService. */
export function createHtmlService(): object {
  return refuseUnknownMembers('HtmlService', {
    SandboxMode: createEnum('SandboxMode', ['EMULATED', 'IFRAME', 'NATIVE']),
    XFrameOptionsMode: createEnum('XFrameOptionsMode', ['ALLOWALL', 'DEFAULT']),
    createHtmlOutput: checked('HtmlService.createHtmlOutput', [['any?']], (html?: unknown) => {
      const blob = contentOfBlob(html);
      return createHtmlOutput(
        blob === undefined ? (html === undefined ? '' : String(html)) : textOfContent(blob),
      );
    }),
    createHtmlOutputFromFile: checked(
      'HtmlService.createHtmlOutputFromFile',
      [['string']],
      (filename: string) =>
        createHtmlOutput(callHost('HtmlService.createHtmlOutputFromFile', null, [filename])),
    ),
    createTemplate: checked('HtmlService.createTemplate', [['string']], (html: string) =>
      createTemplate(html, createHtmlOutput),
    ),
    createTemplateFromFile: checked('HtmlService.createTemplateFromFile', [['string']], (filename: string) =>
      createTemplate(callHost('HtmlService.createTemplateFromFile', null, [filename]), createHtmlOutput),
    ),
  });
}

function createHtmlOutput(initial: string): object {
  let html = initial;
  let title = '';
  let width: number | null = null;
  let height: number | null = null;
  const meta: { name: string; content: string }[] = [];
  const output: object = refuseUnknownMembers('HtmlOutput', {
    append(text: string) {
      html += text;
      return output;
    },
    appendUntrusted(text: string) {
      html += escapeHtml(text);
      return output;
    },
    addMetaTag(name: string, content: string) {
      meta.push({ name, content });
      return output;
    },
    clear() {
      html = '';
      return output;
    },
    getContent: () => html,
    setContent(text: string) {
      html = text;
      return output;
    },
    getTitle: () => title,
    setTitle(text: string) {
      title = text;
      return output;
    },
    getWidth: () => width,
    setWidth(pixels: number) {
      width = pixels;
      return output;
    },
    getHeight: () => height,
    setHeight(pixels: number) {
      height = pixels;
      return output;
    },
    setSandboxMode: () => output,
    setXFrameOptionsMode: () => output,
  });
  pages.set(output, () => ({ html, title }));
  return output;
}
