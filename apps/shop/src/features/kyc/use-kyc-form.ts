import { type ContractForm, useContractForm } from '@giftlane/client/form/form.tsx';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod';
import { emptyForm, formOf, type KycFields, kycDrafts } from './draft.ts';

/** A form of identity papers, begun from its draft; `act` gets its valid values. */
export function useKycForm<Out extends FieldValues>(
  member: User,
  schema: z.ZodType<Out, KycFields>,
  act: (values: Out) => Promise<void>,
): ContractForm<KycFields> {
  const [defaults] = useState(() => formOf(member));
  const state = useContractForm(schema, defaults, act);
  const { form } = state;
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => kycDrafts.keep(member._id, { ...emptyForm, ...values }),
      }),
    [form, member._id],
  );
  return state;
}

/** Whether pictures are being uploaded, and a function to tell it of one. */
export function useBusy() {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const tell = (name: string, on: boolean) =>
    setBusy((before) => {
      const after = new Set(before);
      if (on) after.add(name);
      else after.delete(name);
      return after;
    });
  return [busy.size > 0, tell] as const;
}
