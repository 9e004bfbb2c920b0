import { describe, expect, test } from '@jest/globals';
import { mailView } from '../../workbench/mail-view';

const MAIL = {
  to: 'ann@employer.example',
  subject: 'A week',
  body: 'Text',
  sender: 'bob@employer.example',
  sentAt: 1,
};

describe('a mail in the viewer', () => {
  test('shows its inline images where its HTML names them', () => {
    const inlineImages = { trend: { contentType: 'image/png', base64: 'iVBORw0=' } };
    const htmlBody = '<img src="cid:trend"><p>cid:trend</p><img src="cid:other">';
    const { html, text } = mailView({ ...MAIL, options: { htmlBody, inlineImages } });
    expect(html).toBe('<img src="data:image/png;base64,iVBORw0="><p>cid:trend</p><img src="cid:other">');
    expect(text).toBe('Text');
  });

  test('without images is as it was sent', () => {
    expect(mailView({ ...MAIL, options: { htmlBody: '<b>x</b>', name: 'Shift Reports' } })).toMatchObject({
      from: 'Shift Reports <bob@employer.example>',
      html: '<b>x</b>',
    });
  });
});
