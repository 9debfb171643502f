import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { fillParts } from './fill-parts.ts';
import { textParts } from './text-parts.tsx';

const parts = { label: <b>Edit</b>, value: 7 };

test('nodes and numbers take the place of the placeholders', () => {
  expect(renderToStaticMarkup(textParts('ui.labelled', parts))).toBe('<b>Edit</b>: 7');
});

test('a language can order the parts in its own way', () => {
  expect(renderToStaticMarkup(fillParts('Nr. {value}, {label}, please', parts))).toBe(
    'Nr. 7, <b>Edit</b>, please',
  );
});

test('the words around the parts can be for screen readers alone', () => {
  expect(renderToStaticMarkup(textParts('ui.labelled', parts, 'sr-only'))).toBe(
    '<b>Edit</b><span class="sr-only">: </span>7',
  );
});
