import type { CoinWallet, FeeLevel } from '@giftlane/contract/crypto.ts';
import { text } from '@giftlane/contract/messages.ts';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { balanceUnits, coinAmount, coinText, unitsTyped, worthText } from '../../parts/coins.ts';
import { typedAmount } from '../../parts/typed-amount.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast-queue.ts';
import { FeeChoice } from './fee-choice.tsx';
import type { FeeQuote } from './fees.ts';
import { type Problems, problemsOf } from './send.ts';
import { askFees, useFees } from './use-fees.ts';
import type { Worth } from './worth.ts';

/** As the contract has it. */
const longestComment = 140;

export interface Draft {
  address: string;
  amount: string;
  /** Everything there is goes: the amount follows the fee. */
  all: boolean;
  fee: FeeLevel;
  comment: string;
}

interface SendWhatProps {
  wallet: CoinWallet;
  worth: Worth | undefined;
  draft: Draft;
  problems: Problems;
  onDraft: (draft: Draft) => void;
  onProblems: (problems: Problems) => void;
  onNext: (choice: { units: number; quote: FeeQuote }) => void;
}

/** What is wrong with an amount before anybody is asked. */
function amountProblem(typed: string, units: number | undefined): string | undefined {
  if (units === undefined && /\d/.test(typed)) return text('coins.send.tooFine');
  return units ? undefined : text('coin.amount.none');
}

/** Where to, how much, how soon; checked by the server before it can be confirmed. */
export function SendWhat(props: SendWhatProps) {
  const { wallet, worth, draft, problems, onDraft, onProblems, onNext } = props;
  const { coin } = wallet;
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  // An address is judged when it is left, not while it is typed.
  const [left, setLeft] = useState(draft.address.trim());
  const address = draft.address.trim();
  const typed = unitsTyped(draft.amount);
  const fees = useFees({ coin, units: draft.all ? 0 : (typed ?? 0), address: left });
  const level = fees.quotes?.find(({ eFee }) => eFee === draft.fee);
  const units = draft.all ? level?.nMost : typed;
  const short = text('pay.coinBalanceTooLow', { coin });
  const isShort = units !== undefined && level !== undefined && units > level.nMost;
  const change = (part: Partial<Draft>) => onDraft({ ...draft, ...part });
  const [tries, setTries] = useState(0);
  // What is wrong takes the focus after a try, also when this step is shown again for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: while it is being mended, the focus stays.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);

  const goOn = async () => {
    const found = {
      ...(!address && { address: text('coin.address.required') }),
      ...((amount) => amount && { amount })(
        draft.all ? undefined : amountProblem(draft.amount, typed),
      ),
    };
    onProblems(found);
    if (Object.keys(found).length > 0) return;
    const asked = await askFees({
      coin,
      address,
      fee: draft.fee,
      units: draft.all ? 'all' : typed,
    });
    if (asked) onNext(asked);
    else onProblems({ amount: short });
  };
  const submit = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await goOn();
    } catch (error) {
      const found = problemsOf(error);
      if (found) onProblems(found);
      else toast.failure(messageOf(error));
    }
    setBusy(false);
    setTries(tries + 1);
  };
  const have = coinAmount(balanceUnits(wallet) ?? 0, coin);
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        autoFocus
        label={text('coins.send.address', { coin })}
        help={text('coins.send.address.help')}
        error={problems.address ?? (left === address ? fees.addressProblem : undefined)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-code"
        value={draft.address}
        onChange={(event) => {
          change({ address: event.target.value });
          if (problems.address) onProblems({ ...problems, address: undefined });
        }}
        onBlur={() => setLeft(address)}
      />
      <div className="relative">
        <TextField
          label={text('coins.send.amount', { coin })}
          help={
            worth && units
              ? text('coins.send.worthAndHave', {
                  worth: worthText(units, worth.rates, worth.currency),
                  amount: have,
                })
              : text('coins.send.have', { amount: have })
          }
          error={problems.amount ?? (isShort ? short : undefined)}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          className="pr-28 text-21 font-semibold tabular-nums"
          value={draft.all ? coinText(units ?? 0) : draft.amount}
          onChange={(event) => {
            change({ amount: typedAmount(event.target.value), all: false });
            if (problems.amount) onProblems({ ...problems, amount: undefined });
          }}
        />
        {/* In the field, at its end. */}
        <div className="absolute top-8.5 right-1">
          <Button
            size="small"
            look={draft.all ? 'tonal' : 'quiet'}
            aria-pressed={draft.all}
            onClick={() => {
              change({ all: !draft.all });
              onProblems({ ...problems, amount: undefined });
            }}
          >
            {text('coins.send.all')}
          </Button>
        </div>
      </div>
      {fees.failed ? (
        <div className="flex flex-wrap items-center justify-between gap-2 text-13">
          <p>{text('coins.send.fee.failed')}</p>
          <Button size="small" onClick={fees.again}>
            {text('ui.tryAgain')}
          </Button>
        </div>
      ) : (
        <FeeChoice
          coin={coin}
          quotes={fees.quotes}
          chosen={draft.fee}
          worth={worth}
          onChoose={(fee) => change({ fee })}
        />
      )}
      <TextField
        label={text('coins.send.comment')}
        optional
        help={text('coins.send.comment.help')}
        maxLength={longestComment}
        value={draft.comment}
        onChange={(event) => change({ comment: event.target.value })}
      />
      <Button type="submit" look="primary" className="w-full" busy={busy}>
        {text('wallet.send.next')}
      </Button>
    </form>
  );
}
