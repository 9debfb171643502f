import { text } from '@giftlane/texts/text.ts';
import { TextField } from '@giftlane/ui/form/field.tsx';
import type { ComponentProps } from 'react';

type Field = ComponentProps<'input'> & { error: string | undefined };

/** Fields for a mobile number and its dial code; side by side also where a label takes two lines. */
export function MobileFields({ code, number }: { code: Field; number: Field }) {
  return (
    <div className="grid grid-cols-[7rem_1fr] gap-x-4 *:row-span-3 *:grid *:grid-rows-subgrid [&_label]:self-end">
      <TextField
        {...code}
        label={text('auth.dialCode')}
        type="tel"
        autoComplete="tel-country-code"
        placeholder="+1"
      />
      <TextField
        {...number}
        label={text('auth.mobile')}
        optional
        type="tel"
        autoComplete="tel-national"
      />
    </div>
  );
}
