import { readProse } from '@giftlane/prose/prose.ts';
import { expect, test } from 'vitest';
import { compose } from './compose.ts';

const hostile = `<img src=x onerror="alert('1')"> & co`;

test('whatever is put into a mail stays text', () => {
  const { html } = compose({
    heading: hostile,
    paragraphs: [hostile],
    action: { label: hostile, url: 'https://shop.example/"><script>' },
    remark: hostile,
  });
  expect(html).not.toMatch(/<img|<script/);
  expect(
    html.match(/&lt;img src=x onerror=&quot;alert\(&#39;1&#39;\)&quot;&gt; &amp; co/g),
  ).toHaveLength(5);
});

test('the subject is one line, so that it adds no header', () => {
  const { subject } = compose({ heading: 'Hi\r\nBcc: all@example.com', paragraphs: [] });
  expect(subject).toBe('Hi Bcc: all@example.com');
});

test('the plain text says what the page says, with the link on a line of its own', () => {
  const { text, html } = compose({
    heading: 'Your order',
    paragraphs: ['First.', 'Second.'],
    action: { label: 'See it', url: 'https://shop.example/orders?a=1&b=2' },
  });
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'Your order',
      'First.',
      'Second.',
      'https://shop.example/orders?a=1&b=2',
    ]),
  );
  expect(html).toContain('href="https://shop.example/orders?a=1&amp;b=2"');
});

test('a longer text keeps its shape in both voices, and none of its HTML', () => {
  const blocks = readProse(
    `## New\n\n**Two** cards, see [all](/gift-cards).\n\n1. one\n2. two\n\n${hostile}\n\n[x](javascript:alert(1))`,
  );
  const { html, text } = compose({
    heading: 'News',
    paragraphs: [],
    body: { blocks, publicUrl: 'https://shop.example' },
    bare: true,
    footer: { words: 'Why.', link: { label: 'Unsubscribe', url: 'https://shop.example/u' } },
  });
  expect(html).toContain('<strong>Two</strong>');
  expect(html).toContain('href="https://shop.example/gift-cards"');
  expect(html).toContain('<li>');
  expect(html).not.toMatch(/<img|javascript:/);
  expect(text).toContain('Two cards, see all (https://shop.example/gift-cards).');
  expect(text).toContain('1. one\n2. two');
  expect(text).toMatch(/--\nWhy\.\nUnsubscribe: https:\/\/shop\.example\/u$/);
  expect(text).not.toContain('Hello,');
});
