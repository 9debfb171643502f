import type { User } from '@giftlane/contract/members/accounts.ts';
import { toDecimalText } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { formatFace } from '../../../rooms/money/money.tsx';
import { addRefusal, addWords, termsQuery } from '../terms.ts';
import { useAmount } from '../use-amount.ts';

const AddMoneyDialog = lazyPart(() => import('./add-money-dialog.tsx'));

/** Offered amounts, minor units; amounts over today's limit are hidden. */
const presetsMinor = [25_00n, 50_00n, 100_00n];

/** As long as the limits in words, so that the movements below do not shift when these are loaded. */
const noWordsYet = '\u00a0 '.repeat(65);

/** Amount and button of adding money (WAL-02, WAL-20 to WAL-22). */
export function AddMoneyBox({ member }: { member: User }) {
  const amount = useAmount();
  const [asked, setAsked] = useState(false);
  const [adding, setAdding] = useState<{ amount: string; refusal: string | undefined }>();
  const field = useRef<HTMLInputElement>(null);
  const { data: terms } = useQuery(termsQuery);
  const { hash, key } = useLocation();
  // Focuses the field for the header's link, also on this page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes when the same link is used again.
  useEffect(() => {
    if (hash !== '#add-money') return;
    // After a new page has focused its title.
    const timer = setTimeout(() => field.current?.focus(), 100);
    return () => clearTimeout(timer);
  }, [hash, key]);

  const presets = presetsMinor.filter((minor) => !terms || !addRefusal(terms, minor));
  const begin = () => {
    const { minor } = amount;
    if (minor !== undefined)
      return setAdding({
        amount: toDecimalText(minor),
        refusal: terms && addRefusal(terms, minor),
      });
    setAdding(undefined);
    amount.reset(text('wallet.addMoney.missing'));
    field.current?.focus();
  };
  return (
    <form
      id="add-money"
      noValidate
      className="flex h-full flex-col justify-center rounded-panel border border-line bg-surface p-4 max-md:py-3 md:p-6"
      // Phones show the presets only after the form got the focus, so that movements stay in view.
      onFocus={() => setAsked(true)}
      onSubmit={(event) => {
        event.preventDefault();
        begin();
      }}
    >
      <div className="relative">
        <TextField
          {...amount.field}
          ref={field}
          name="amount"
          label={text('wallet.addMoney.box')}
          help={terms ? addWords(terms) : noWordsYet}
          className="text-21 font-semibold tabular-nums min-[18rem]:max-w-[calc(100%-8.5rem)]"
        />
        {/* Beside the field, level with its control; below it with large letters. Help text has the whole width. */}
        <div className="text-15 max-[18rem]:mt-3 min-[18rem]:absolute min-[18rem]:top-[calc(1lh+0.375rem)] min-[18rem]:end-0">
          <Button
            type="submit"
            look="primary"
            className="w-32 px-2! leading-tight! whitespace-normal!"
          >
            {text('wallet.addMoney.button')}
          </Button>
        </div>
      </div>
      {presets.length > 0 && (
        <div className={cx('mt-3 flex gap-2', !terms && 'invisible', !asked && 'max-md:hidden')}>
          {presets.map((minor) => (
            <Button
              key={minor}
              size="small"
              look={amount.minor === minor ? 'tonal' : 'secondary'}
              className="grow basis-0 px-1"
              onClick={() => amount.put(toDecimalText(minor))}
            >
              {formatFace(minor, member.eCurrency)}
            </Button>
          ))}
        </div>
      )}
      {adding && (
        <AddMoneyDialog
          member={member}
          {...adding}
          onClose={() => setAdding(undefined)}
          onAdded={() => {
            setAdding(undefined);
            amount.put('');
            field.current?.focus();
          }}
        />
      )}
    </form>
  );
}
