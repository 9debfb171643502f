/** Renders Markdown blocks as the HTML and the plain text of a mail. */
import { type Block, type Inline, plainOf } from '@giftlane/prose/prose.ts';
import { escapeHtml } from '../../platform/render/html.ts';
import { colours } from './colours.ts';

/** Completes links to the shop's own pages with its address. */
const whole = (href: string, publicUrl: string) =>
  href.startsWith('/') ? `${publicUrl}${href}` : href;

function inlineHtml(part: Inline, publicUrl: string): string {
  switch (part.kind) {
    case 'text':
      return escapeHtml(part.text);
    case 'code':
      return `<code>${escapeHtml(part.text)}</code>`;
    case 'break':
      return '<br>';
    case 'link':
      return `<a href="${escapeHtml(whole(part.href, publicUrl))}" style="color:${colours.leaf}">${inlinesHtml(part.parts, publicUrl)}</a>`;
    default: {
      const tag = part.kind === 'strong' ? 'strong' : 'em';
      return `<${tag}>${inlinesHtml(part.parts, publicUrl)}</${tag}>`;
    }
  }
}

const inlinesHtml = (parts: readonly Inline[], publicUrl: string) =>
  parts.map((part) => inlineHtml(part, publicUrl)).join('');

function blockHtml(block: Block, publicUrl: string): string {
  const inner = (blocks: readonly Block[]) => htmlOf(blocks, publicUrl);
  const line = (parts: readonly Inline[]) => inlinesHtml(parts, publicUrl);
  switch (block.kind) {
    case 'heading':
      return `<h2 style="margin:24px 0 8px;font-size:17px;line-height:1.3">${line(block.parts)}</h2>`;
    case 'paragraph':
      return `<p style="margin:0 0 16px">${line(block.parts)}</p>`;
    case 'list': {
      const items = block.items.map((item) => `<li>${inner(item)}</li>`).join('');
      const tag = block.ordered ? 'ol' : 'ul';
      return `<${tag} style="margin:0 0 16px;padding-left:24px">${items}</${tag}>`;
    }
    case 'quote':
      return `<blockquote style="margin:0 0 16px;padding-left:16px;border-left:3px solid ${colours.line}">${inner(block.blocks)}</blockquote>`;
    case 'code':
      return `<pre style="margin:0 0 16px;white-space:pre-wrap">${escapeHtml(block.text)}</pre>`;
    case 'rule':
      return `<hr style="margin:24px 0;border:0;border-top:1px solid ${colours.line}">`;
    default: {
      const row = (cells: typeof block.head) =>
        `<tr>${cells.map((cell) => `<td style="padding:4px 12px 4px 0">${line(cell)}</td>`).join('')}</tr>`;
      return `<table style="margin:0 0 16px">${[block.head, ...block.rows].map(row).join('')}</table>`;
    }
  }
}

/** Blocks as HTML, with all text escaped. */
export const htmlOf = (blocks: readonly Block[], publicUrl: string): string =>
  blocks.map((block) => blockHtml(block, publicUrl)).join('\n');

function inlineText(part: Inline, publicUrl: string): string {
  if (part.kind === 'break') return '\n';
  if ('text' in part) return part.text;
  const words = part.parts.map((inner) => inlineText(inner, publicUrl)).join('');
  if (part.kind !== 'link' || words === part.href) return words;
  return `${words} (${whole(part.href, publicUrl)})`;
}

function blockText(block: Block, publicUrl: string): string {
  const line = (parts: readonly Inline[]) =>
    parts.map((part) => inlineText(part, publicUrl)).join('');
  switch (block.kind) {
    case 'heading':
      return plainOf(block.parts);
    case 'paragraph':
      return line(block.parts);
    case 'list':
      return block.items
        .map((item, at) => `${block.ordered ? `${at + 1}.` : '-'} ${textOf(item, publicUrl)}`)
        .join('\n');
    case 'quote':
      return textOf(block.blocks, publicUrl).replace(/^/gm, '> ');
    case 'code':
      return block.text;
    case 'rule':
      return '* * *';
    default:
      return [block.head, ...block.rows].map((row) => row.map(line).join(' | ')).join('\n');
  }
}

/** Blocks as plain text; links show their addresses. */
export const textOf = (blocks: readonly Block[], publicUrl: string): string =>
  blocks.map((block) => blockText(block, publicUrl)).join('\n\n');
