/** Default messages of validation: the catalogue's texts instead of the library's. */

import { type TextKey, text } from '@giftlane/texts/text.ts';
import type * as z from 'zod';

const kinds: Readonly<Record<string, TextKey>> = {
  string: 'error.notText',
  number: 'error.notNumber',
  int: 'error.notWhole',
  boolean: 'error.notBoolean',
  array: 'error.notList',
};

interface SizeWords {
  most: TextKey;
  least: TextKey;
}
const numberSizes: SizeWords = { most: 'error.numberMost', least: 'error.numberLeast' };
const sizes: Readonly<Record<string, SizeWords>> = {
  string: { most: 'error.tooLong', least: 'error.charactersLeast' },
  array: { most: 'error.entriesMost', least: 'error.entriesLeast' },
};

type Issue = z.core.$ZodRawIssue;

function sizeWords(issue: Extract<Issue, { code: 'too_big' | 'too_small' }>): string {
  const words = sizes[issue.origin] ?? numberSizes;
  return issue.code === 'too_big'
    ? text(words.most, { max: issue.maximum })
    : text(words.least, { min: issue.minimum });
}

/** For `z.config({ customError: ruleWords })`; a rule's own message comes first. */
export function ruleWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return text('error.missing');
      return text(kinds[issue.expected] ?? 'error.wrongShape');
    case 'too_big':
    case 'too_small':
      return sizeWords(issue);
    case 'unrecognized_keys':
      return text('error.unknownFields', { fields: issue.keys.join(', ') });
    case 'invalid_value':
      return text('error.notOneOf', { values: issue.values.join(', ') });
    default:
      return text('error.wrongForm');
  }
}
