import { text } from '@giftlane/texts/text.ts';
import { expect, test } from 'vitest';
import { isPicture, scalePicture } from './upload.ts';

test('ERR-15, 58 what is a picture is known by its type, or by its name as an iPhone gives it', () => {
  const rows = [
    ['a.txt', 'text/plain', false],
    ['a.jpg', 'image/jpeg', true],
    ['IMG_1.HEIC', '', true],
  ] as const;
  for (const [name, type, is] of rows) expect(isPicture(new File([], name, { type }))).toBe(is);
});

test.each(['', 'image/heic', 'image/jpeg'])(
  'HEIC that can not be drawn here is refused with advice, whatever its type says: %j',
  async (type) => {
    const heic = new File(['\0\0\0\x18ftypheic\0\0\0\0mif1heic', '\0'.repeat(64)], 'a', { type });
    const refused = scalePicture('profilepictures', heic);
    await expect(refused).rejects.toThrow(text('error.uploadHeic'));
  },
);
