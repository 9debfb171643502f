/** Sentences around React nodes. */
import { type Placeholders, textOf } from '@giftlane/texts/text.ts';
import type { ReactNode } from 'react';
import { fillParts } from './fill-parts.ts';

/**
 * The text of `key` with nodes, such as links, for its placeholders; a translator can reorder them. A missing or unknown
 * placeholder does not compile. The words around the nodes get `className`, such as `sr-only`.
 */
export const textParts = <K extends keyof Placeholders>(
  key: K,
  parts: Readonly<Record<Placeholders[K], ReactNode>>,
  className?: string,
): ReactNode => fillParts(textOf(key, {}), parts, className);
