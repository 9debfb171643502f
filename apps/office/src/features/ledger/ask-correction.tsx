import { send } from '@giftlane/client/api.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { askCorrection } from '@giftlane/contract/office/ledger.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useState } from 'react';
import { readAnew } from '../../read-anew.ts';

const entry = { sAccount: '', sCurrency: 'usd', sAmount: '' };

/** The form of a new correction. */
export function AskCorrection({ onDone }: { onDone: () => void }) {
  const [count, setCount] = useState(2);
  const empty = { sReason: '', aEntries: [entry, entry] };
  const state = useContractForm(askCorrection.body, empty, async (body) => {
    await send('POST /office/ledger/corrections', { body });
    await readAnew('GET /office/ledger/corrections');
    toast.success(text('office.correction.asked'));
    onDone();
  });
  return (
    <div className="mb-6 max-w-room rounded-panel border border-line bg-surface p-5">
      <Form state={state} action={text('office.correction.ask')}>
        <TextField {...state.field('sReason')} label={text('office.correction.reason')} />
        {Array.from({ length: count }, (_, i) => {
          const name = `aEntries.${i}` as const;
          return (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added at the end.
              key={i}
              className="grid gap-3 sm:grid-cols-[1fr_6rem_9rem]"
            >
              <TextField
                {...state.field(`${name}.sAccount`)}
                label={text('office.ledger.account')}
              />
              <TextField
                {...state.field(`${name}.sCurrency`)}
                label={text('office.correction.currency')}
              />
              <TextField
                {...state.field(`${name}.sAmount`)}
                label={text('office.correction.amount')}
                inputMode="decimal"
              />
            </div>
          );
        })}
        <div className="flex gap-3">
          <Button
            size="small"
            onClick={() => {
              state.form.setValue(`aEntries.${count}`, entry);
              setCount(count + 1);
            }}
          >
            {text('office.correction.add')}
          </Button>
          <Button size="small" look="quiet" onClick={onDone}>
            {text('office.cancel')}
          </Button>
        </div>
      </Form>
    </div>
  );
}
