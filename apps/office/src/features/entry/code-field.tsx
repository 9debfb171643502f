import { text } from '@giftlane/texts/text.ts';
import { TextField } from '@giftlane/ui/form/field.tsx';
import type { ComponentProps } from 'react';

/** The six digits of an authenticator app. */
export const CodeField = (props: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField
    {...props}
    label={text('office.code')}
    help={text('office.code.help')}
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={6}
  />
);
