import { isRefusal, messageOf } from '@giftlane/client/api-error.ts';
import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import { formatDate } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Spinner } from '@giftlane/ui/controls/spinner.tsx';
import { Dated } from '@giftlane/ui/layout/dated.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { BookWords } from './book-words.tsx';
import { type Checked, canHash, proofQuery } from './check-proof.ts';
import { ProvenLine, Values } from './proven-line.tsx';
import { Steps } from './steps.tsx';

/** True when every step holds. */
const isGood = ({ entries, seal, book, head, earlier }: Checked) =>
  entries && seal && book && head && earlier.outcome !== 'broken';

function Verdict({ checked }: { checked: Checked }) {
  const { earlier, proof } = checked;
  if (isGood(checked))
    return (
      <div role="status" className="flex gap-3 rounded-panel border border-leaf bg-leaf-tint p-4">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf" />
        <div>
          <p className="font-semibold">{text('proof.good')}</p>
          <p>{text('proof.good.hint')}</p>
        </div>
      </div>
    );
  if (earlier.outcome === 'broken' && earlier.seen)
    return (
      <Notice tone="failure" title={text('proof.broken')}>
        <p>
          <Dated
            words={text('proof.broken.hint', {
              day: formatDate(earlier.seen.seenAt),
              before: earlier.seen.nSize,
              now: proof.oHead.nSize,
            })}
          />
        </p>
      </Notice>
    );
  return (
    <Notice tone="failure" title={text('proof.bad')}>
      <p>{text('proof.bad.hint')}</p>
    </Notice>
  );
}

const waits = ['ledger.not_sealed', 'ledger.not_provable'] as const;

function Unchecked({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isRefusal(error, ...waits))
    return (
      <Notice tone="waiting" title={text('proof.waiting')}>
        <p>{messageOf(error)}</p>
      </Notice>
    );
  if (isRefusal(error, 'ledger.misfit'))
    return (
      <Notice tone="failure" title={text('proof.bad')}>
        <p>{text('proof.bad.hint')}</p>
      </Notice>
    );
  if (isRefusal(error, 'ledger.line_not_found'))
    return <Notice tone="attention" title={text('proof.unknown')} />;
  return <LoadFailed error={error} onRetry={onRetry} />;
}

function Check({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(proofQuery(id));
  if (error) return <Unchecked error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <p role="status" className="flex items-center gap-3 py-4 text-soft">
        <Spinner />
        {text('proof.checking')}
      </p>
    );
  return (
    <div className="space-y-4">
      <Verdict checked={data} />
      <ProvenLine proof={data.proof} />
      <section aria-labelledby="proof-steps" className="pt-4">
        <h2 id="proof-steps" className="text-21">
          {text('proof.steps')}
        </h2>
        <Steps checked={data} />
        <Button className="mt-2" busy={isFetching} onClick={() => void refetch()}>
          {text('proof.again')}
        </Button>
      </section>
      <Values proof={data.proof} />
    </div>
  );
}

/** Checks a wallet line against the sealed ledger in this browser and shows the result. */
export function LineCheck({ id }: { id: string }) {
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12">
      {canHash() ? (
        <Check id={id} />
      ) : (
        <Notice standing tone="attention" title={text('proof.insecure')} />
      )}
      <section aria-labelledby="proof-words">
        <h2 id="proof-words" className="mb-4 text-21">
          {text('proof.words')}
        </h2>
        <p className="mb-4">{text('proof.intro')}</p>
        <BookWords />
      </section>
    </div>
  );
}
