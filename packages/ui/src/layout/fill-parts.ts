/** Fills placeholders with React nodes. Bundled into the pages, where `textParts('key', parts)` is inlined at build time. */
import { createElement, Fragment, type ReactNode } from 'react';

/** Replaces `{name}` by a node; has no plural forms. The words around the nodes get `className`. */
export function fillParts(
  message: string,
  parts: Readonly<Record<string, ReactNode>>,
  className?: string,
): ReactNode {
  const around = (words: string) =>
    className && words ? createElement('span', { className }, words) : words;
  const nodes = message
    .split(/\{(\w+)\}/)
    // `split` puts names at odd indexes.
    .map((part, index) => (index % 2 === 1 ? parts[part] : around(part)));
  return createElement(Fragment, null, ...nodes);
}
