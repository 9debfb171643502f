import { expect, test } from 'vitest';
import { rawMember } from './raw-member.ts';

test.each([
  ['{"a":1,"webhook_event":{"x": 1.0}}', '{"x": 1.0}'],
  ['{ "webhook_event" : {"a":"}\\"{"} , "b": [1,{"c":2}] }', '{"a":"}\\"{"}'],
  ['{"b":[1,{"webhook_event":9}],"webhook_event":[1, 2]}', '[1, 2]'],
  ['{"webhook_event":"a,b"}', '"a,b"'],
  ['{"webhook_event":12 }', '12'],
  ['{"webhook_\\u0065vent":null}', 'null'],
  ['{"s":"webhook_event","t":{}}', undefined],
  ['{}', undefined],
  ['[1]', undefined],
])('cuts the member out of %s', (json, member) => {
  expect(rawMember(json, 'webhook_event')).toBe(member);
});
