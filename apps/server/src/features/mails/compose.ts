/** The layout shared by all mails: a heading, paragraphs, at most one button. */

import type { Block } from '@giftlane/prose/prose.ts';
import { locale } from '@giftlane/texts/locale.ts';
import { text } from '@giftlane/texts/text.ts';
import { escapeHtml } from '../../platform/render/html.ts';
import { colours } from './colours.ts';
import { htmlOf, textOf } from './rich-body.ts';

/** Contents of a mail, as plain text; `compose` escapes it. */
export interface Contents {
  /** Also the subject. */
  readonly heading: string;
  /** Name in the greeting. */
  readonly name?: string;
  readonly paragraphs: readonly string[];
  /** A list of prices after the paragraphs. */
  readonly amounts?: readonly Amount[];
  /** Markdown after the paragraphs; links to the shop's pages are completed. */
  readonly body?: { readonly blocks: readonly Block[]; readonly publicUrl: string };
  /** The button. */
  readonly action?: Link;
  /** Small print below the button. */
  readonly remark?: string;
  /** Omits greeting and signature. */
  readonly bare?: true;
  /** Why the reader gets this mail; by default, because of their account. */
  readonly footer?: { readonly words: string; readonly link?: Link };
}

/** A line of a list of amounts. */
export interface Amount {
  readonly label: string;
  readonly amount: string;
  /** The former amount, struck through. */
  readonly before?: string;
  /** True for the total. */
  readonly sum?: boolean;
}

interface Link {
  readonly label: string;
  readonly url: string;
}

/** A composed mail. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const shop = { shop: text('shop.name') };

/** Composes a mail as plain text and HTML. */
export function compose(contents: Contents): Letter {
  return { subject: oneLine(contents.heading), text: plain(contents), html: page(contents) };
}

const oneLine = (words: string) => words.replace(/\p{Cc}+/gu, ' ').trim();

const greetingOf = ({ name, bare }: Contents): string[] => {
  if (bare) return [];
  return [name === undefined ? text('mail.greeting') : text('mail.greetingTo', { name })];
};

const footerOf = ({ footer }: Contents) => footer ?? { words: text('mail.automatic', shop) };

function plain(contents: Contents): string {
  const { heading, paragraphs, amounts, body, action, remark, bare } = contents;
  const { words, link } = footerOf(contents);
  return [
    heading,
    ...greetingOf(contents),
    ...paragraphs,
    ...(amounts ? [amounts.map(amountText).join('\n')] : []),
    ...(body ? [textOf(body.blocks, body.publicUrl)] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(remark ? [remark] : []),
    ...(bare ? [] : [text('mail.signature', shop)]),
    `--\n${words}${link ? `\n${link.label}: ${link.url}` : ''}`,
  ].join('\n\n');
}

const { ink, soft, leaf } = colours;
const font = 'font-family:Inter,-apple-system,Segoe UI,Helvetica,Arial,sans-serif';

const paragraph = (words: string, style = 'margin:0 0 16px') =>
  `<p style="${style}">${escapeHtml(words).replaceAll('\n', '<br>')}</p>`;

function button({ label, url }: Link): string {
  return `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${leaf};color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
${paragraph(text('mail.linkHint'), `margin:0;font-size:13px;color:${soft}`)}
<p style="margin:0 0 24px;font-size:13px;word-break:break-all"><a href="${escapeHtml(url)}" style="color:${leaf}">${escapeHtml(url)}</a></p>`;
}

const amountText = ({ label, amount, before }: Amount) =>
  before === undefined
    ? `${label}: ${amount}`
    : `${label}: ${amount} (${text('mail.amountBefore', { amount: before })})`;

function amountsHtml(amounts: readonly Amount[]): string {
  const rows = amounts.map(({ label, amount, before, sum }) => {
    const style = sum
      ? `padding:8px 0;border-top:1px solid #e4dfd3;font-weight:600`
      : 'padding:4px 0';
    const was =
      before === undefined
        ? ''
        : `<s style="font-size:13px;font-weight:400;color:${soft}">${escapeHtml(before)}</s> `;
    return `<tr><td style="${style}">${escapeHtml(label)}</td><td align="right" style="${style};padding-left:16px;white-space:nowrap">${was}${escapeHtml(amount)}</td></tr>`;
  });
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse;font-size:15px">${rows.join('\n')}</table>`;
}

function footerHtml(contents: Contents): string {
  const { words, link } = footerOf(contents);
  const anchor = link
    ? `<br><a href="${escapeHtml(link.url)}" style="color:${soft}">${escapeHtml(link.label)}</a>`
    : '';
  return `<p style="margin:0;padding:16px 4px 0;font-size:13px;color:${soft}">${escapeHtml(words)}${anchor}</p>`;
}

function page(contents: Contents): string {
  const { heading, paragraphs, amounts, body, action, remark, bare } = contents;
  const greeted = [...greetingOf(contents), ...paragraphs];
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(heading)}</title>
</head>
<body style="margin:0;padding:32px 16px;background:#faf8f3;color:${ink};${font};font-size:15px;line-height:1.55">
<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 16px;font-size:17px;font-weight:700;color:${leaf}">${escapeHtml(text('shop.name'))}</p>
<div style="padding:28px;border:1px solid #e4dfd3;border-radius:14px;background:#ffffff">
<h1 style="margin:0 0 20px;font-size:21px;line-height:1.3">${escapeHtml(heading)}</h1>
${greeted.map((words) => paragraph(words)).join('\n')}
${amounts ? amountsHtml(amounts) : ''}
${body ? htmlOf(body.blocks, body.publicUrl) : ''}
${action ? button(action) : ''}
${remark ? paragraph(remark) : ''}
${bare ? '' : paragraph(text('mail.signature', shop), 'margin:0')}
</div>
${footerHtml(contents)}
</div>
</body>
</html>`;
}
