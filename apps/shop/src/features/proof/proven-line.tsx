import { journalText, sealText } from '@giftlane/contract/money/book.ts';
import { formatMoney, supportedCurrency } from '@giftlane/contract/money/money.ts';
import { formatDate, formatTime } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Disclosure } from '@giftlane/ui/controls/disclosure.tsx';
import type { Proof } from './check-proof.ts';

const accounts: Readonly<Record<string, string>> = {
  wallet: text('proof.account.wallet'),
  held: text('proof.account.held'),
  frozen: text('proof.account.frozen'),
};

/** Label and amount of a ledger entry such as "member:id:wallet:usd usd -700". */
function entryWords(entry: string) {
  const [account = '', currency = '', amount = ''] = entry.split(' ');
  const kind = account.split(':')[2] ?? '';
  const minor = /^-?\d+$/.test(amount) ? BigInt(amount) : 0n;
  const money = formatMoney(minor < 0n ? -minor : minor, supportedCurrency(currency));
  return { label: accounts[kind] ?? account, amount: `${minor < 0n ? '−' : '+'}${money}` };
}

/** The member's own entries in the checked journal. */
export function ProvenLine({ proof }: { proof: Proof }) {
  const { sCreatedAt } = proof.oJournal;
  return (
    <div className="rounded-panel border border-line bg-surface p-4">
      <dl>
        {proof.aEntries.map(({ sHash, sEntry }) => {
          if (sEntry === undefined) return null;
          const { label, amount } = entryWords(sEntry);
          return (
            <div key={sHash} className="flex items-baseline justify-between gap-4">
              <dt>{label}</dt>
              <dd className="text-21 font-semibold whitespace-nowrap tabular-nums">{amount}</dd>
            </div>
          );
        })}
      </dl>
      <p className="mt-1 text-13 text-soft">
        {formatDate(sCreatedAt)}, {formatTime(sCreatedAt)}
      </p>
    </div>
  );
}

function Value({ name, children }: { name: string; children: string | readonly string[] }) {
  const lines = typeof children === 'string' ? [children] : children;
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      {lines.map((line) => (
        <dd key={line} className="mt-1 font-code text-13 break-all text-soft">
          {line}
        </dd>
      ))}
    </div>
  );
}

/** Every value of the proof, to recompute it with other tools. */
export function Values({ proof }: { proof: Proof }) {
  return (
    <Disclosure summary={text('proof.values')}>
      <p className="max-w-prose text-soft">{text('proof.values.hint')}</p>
      <dl className="mt-4 space-y-4">
        <Value name={text('proof.values.head')}>
          {`${proof.oHead.nSize} ${proof.oHead.sRoot}`}
        </Value>
        <Value name={text('proof.values.journal')}>{journalText(proof.oJournal)}</Value>
        <Value name={text('proof.values.entries')}>
          {proof.aEntries.map(({ sHash, sEntry }) => sEntry ?? sHash)}
        </Value>
        <Value name={text('proof.values.place')}>{String(proof.nPlace)}</Value>
        <Value name={text('proof.values.sealPath')}>{proof.aSealPath}</Value>
        <Value name={text('proof.values.seal')}>{sealText(proof.oSeal)}</Value>
        <Value name={text('proof.values.bookPath')}>{proof.aBookPath}</Value>
      </dl>
    </Disclosure>
  );
}
