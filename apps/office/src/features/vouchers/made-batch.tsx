/** The codes of a batch that was just made. They are nowhere else: they are saved or printed now. */
import type { Answer } from '@giftlane/client/api.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { saveFile } from '@giftlane/ui/browser/save-file.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { moneyText } from '../../list/money.ts';

export interface Batch {
  readonly nValue: number;
  readonly sCurrency: Currency;
  readonly codes: Answer<'POST /office/vouchers'>['data']['aCodes'];
}

/** With a hyphen a PIN is no number to a spreadsheet, which would drop its zeros; members may type it either way. */
const pinText = (pin: string) => `${pin.slice(0, 3)}-${pin.slice(3)}`;

const csvOf = ({ codes, nValue, sCurrency }: Batch) =>
  [
    'code,pin,value,currency',
    ...codes.map((c) => `${c.sCode},${pinText(c.sPin)},${nValue},${sCurrency}`),
  ]
    .map((line) => `${line}\r\n`)
    .join('');

/** Asks before codes are lost that were neither saved nor printed. */
function useKeep(unsaved: boolean) {
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsaved]);
  useBlocker(() => unsaved && !window.confirm(text('office.vouchers.leave')));
}

/** Shows the codes until the operator is done. */
export function MadeBatch({ batch, onDone }: { batch: Batch; onDone: () => void }) {
  const { codes, nValue, sCurrency } = batch;
  const [kept, setKept] = useState(false);
  useKeep(!kept);
  const save = () => {
    saveFile(new Blob([csvOf(batch)], { type: 'text/csv' }), 'vouchers.csv');
    setKept(true);
  };
  const print = () => {
    window.print();
    setKept(true);
  };
  const value = moneyText(nValue, sCurrency);
  return (
    <section aria-label={text('office.vouchers.codes')}>
      <div data-screen-only className="mb-4 space-y-4">
        <Notice tone="attention" title={text('office.vouchers.once')} focused>
          <p>{text('office.vouchers.once.hint')}</p>
        </Notice>
        <div className="flex flex-wrap gap-3">
          <Button look="primary" onClick={save}>
            {text('office.vouchers.save')}
          </Button>
          <Button onClick={print}>{text('office.vouchers.print')}</Button>
          <Button look="quiet" disabled={!kept} onClick={onDone}>
            {text('office.vouchers.done')}
          </Button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <div tabIndex={0} className="max-h-96 overflow-auto print:max-h-none">
        <table className="text-15 tabular-nums">
          <caption className="pb-2 text-start text-soft">
            {text('office.vouchers.many', { count: codes.length, value })}
          </caption>
          <thead className="text-13 text-soft">
            <tr>
              <th scope="col" className="pe-8 text-start font-semibold">
                {text('office.vouchers.code')}
              </th>
              <th scope="col" className="pe-8 text-start font-semibold">
                {text('office.vouchers.pin')}
              </th>
            </tr>
          </thead>
          <tbody>
            {codes.map(({ sCode, sPin }) => (
              <tr key={sCode}>
                <td className="py-1 pe-8 font-code">{sCode}</td>
                <td className="py-1 pe-8 font-code">{sPin}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
