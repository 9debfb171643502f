import { text } from '@giftlane/texts/text.ts';
import { TextField } from '@giftlane/ui/form/field.tsx';
import type { ComponentProps } from 'react';

type Field = ComponentProps<'input'> & { error: string | undefined };

/** Fields for first and last name. */
export function NameFields({ first, last }: { first: Field; last: Field }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
      <TextField {...first} label={text('auth.firstName')} autoComplete="given-name" />
      <TextField
        {...last}
        label={text('auth.lastName')}
        help={text('auth.lastName.help')}
        autoComplete="family-name"
      />
    </div>
  );
}
