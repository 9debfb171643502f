/** Questions that open, and a search in them (CONT-09). */
import { plain } from '@giftlane/contract/members/letters.ts';
import { type Block, plainTextOf, type Section, sectionsOf } from '@giftlane/prose/prose.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { SearchField } from '@giftlane/ui/form/search-box.tsx';
import { RichText } from '@giftlane/ui/layout/rich-text.tsx';
import { LineSkeleton, repeat, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { Link2, Plus } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useHash, useScrollToHash } from './use-hash.ts';

/** True when the text contains every word of the search. */
function matches(words: string, wanted: string): boolean {
  return plain(wanted)
    .split(/\s+/)
    .every((word) => words.includes(word));
}

function Question({ section, shown }: { section: Section; shown: boolean }) {
  const isTarget = useHash() === section.id;
  const [open, setOpen] = useState(isTarget);
  // A link in another answer may lead here later.
  useEffect(() => {
    if (isTarget) setOpen(true);
  }, [isTarget]);
  return (
    <details
      id={section.id}
      open={open}
      hidden={!shown}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group border-b border-line"
    >
      <summary className="flex items-start justify-between gap-4 py-4 marker:content-none hover:text-leaf">
        <h2 className="text-17 text-pretty">{section.title}</h2>
        <Plus
          aria-hidden="true"
          className="mt-1 size-5 shrink-0 text-soft transition-transform group-open:rotate-45"
        />
      </summary>
      <div className="pb-6">
        <RichText blocks={section.blocks} />
        <Link
          to={`#${section.id}`}
          preventScrollReset
          className="mt-2 inline-flex min-h-9 items-center gap-1.5 text-13 text-soft hover:text-ink"
        >
          <Link2 aria-hidden="true" className="size-4" />
          {text('faq.link')}
        </Link>
      </div>
    </details>
  );
}

/** Links the contact page. */
function AskUs() {
  return (
    <aside className="rounded-panel border border-line bg-surface p-6">
      <h2 className="text-17">{text('faq.askTitle')}</h2>
      <p className="mt-1 mb-4 text-soft">{text('faq.askText')}</p>
      <ButtonLink to="/contact-us">{text('faq.ask')}</ButtonLink>
    </aside>
  );
}

const grid = 'grid grid-cols-1 items-start gap-10 lg:grid-cols-[minmax(0,1fr)_18rem] lg:gap-16';

/** Placeholder of the questions. */
export function FaqSkeleton() {
  return (
    <div className={grid} aria-busy="true">
      <div>
        <Skeleton className="input-height rounded-control" />
        <LineSkeleton className="mt-3 mb-2 text-13" bar="h-3 w-24" />
        {repeat(8, (index) => (
          <div key={index} className="border-b border-line py-4 text-17">
            <LineSkeleton bar={index % 2 === 0 ? 'h-4 w-4/5' : 'h-4 w-3/5'} />
          </div>
        ))}
      </div>
      <Skeleton className="h-44 rounded-panel" />
    </div>
  );
}

/** The sections of a page as questions. */
export function Faq({ blocks }: { blocks: readonly Block[] }) {
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed.trim());
  const questions = useMemo(
    () =>
      sectionsOf(blocks).sections.map((section) => ({
        section,
        words: plain(`${section.title} ${plainTextOf(section.blocks)}`),
      })),
    [blocks],
  );
  useScrollToHash();
  const shown = new Set(
    questions.filter(({ words }) => matches(words, wanted)).map(({ section }) => section.id),
  );
  return (
    <div className={grid}>
      <div>
        <SearchField
          label={text('faq.search')}
          clearLabel={text('faq.clear')}
          value={typed}
          onChange={setTyped}
        />
        <p aria-live="polite" className="mt-3 mb-2 text-13 text-soft">
          {shown.size === 0 ? text('faq.none') : text('faq.count', { count: shown.size })}
        </p>
        {questions.map(({ section }) => (
          <Question key={section.id} section={section} shown={shown.has(section.id)} />
        ))}
      </div>
      <div className="sticky-aside">
        <AskUs />
      </div>
    </div>
  );
}
