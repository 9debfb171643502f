import { apiQuery } from '@giftlane/client/queries.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { SearchField } from '@giftlane/ui/form/search-box.tsx';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { byKind, type Hit, HitText, kindNames, pathOf } from './hits.tsx';

const pauseMs = 300;

/** The text, once nothing more was typed for a moment: each search is in the audit log. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const pause = setTimeout(() => setSettled(typed.trim()), pauseMs);
    return () => clearTimeout(pause);
  }, [typed]);
  return settled;
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

/** Focuses the field by `/`, outside of fields, and by Ctrl+K or Cmd+K. */
function useShortcut(box: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const slash =
        event.key === '/' &&
        !isField(event.target) &&
        !event.altKey &&
        !event.ctrlKey &&
        !event.metaKey;
      const k = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!slash && !k) return;
      event.preventDefault();
      box.current?.querySelector('input')?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [box]);
}

/** A hit below the field. */
const Option = ({
  id,
  hit,
  chosen,
  onChoose,
}: {
  id: string;
  hit: Hit;
  chosen: boolean;
  onChoose: () => void;
}) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
  <div
    id={id}
    role="option"
    aria-selected={chosen}
    tabIndex={-1}
    onClick={onChoose}
    className={cx(
      'cursor-pointer rounded-control px-2 py-1.5',
      chosen ? 'bg-leaf-tint' : 'hover:bg-sunken',
    )}
  >
    <HitText hit={hit} />
  </div>
);

/** The search in the frame: hits below it while one types, all of them by Enter. */
export function OfficeSearch() {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const sQuery = useSettled(typed);
  const box = useRef<HTMLDivElement>(null);
  const listId = useId();
  const navigate = useNavigate();
  const { data } = useQuery({
    ...apiQuery('GET /office/search', { query: { sQuery } }),
    enabled: open && sQuery.length > 1,
  });
  const groups = byKind(data?.aHits ?? []);
  const hits = groups.flatMap(([, some]) => some);
  useShortcut(box);
  const go = (path: string | undefined) => {
    if (!path) return;
    setOpen(false);
    setTyped('');
    void navigate(path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && hits.length > 0) {
      event.preventDefault();
      setAt((at + step + hits.length + (at < 0 && step < 0 ? 1 : 0)) % hits.length);
    } else if (event.key === 'Escape') setOpen(false);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && typed.trim().length > 1) {
      const chosen = hits[at];
      go(chosen ? pathOf(chosen) : `/search?q=${encodeURIComponent(typed.trim())}`);
    }
  };
  const shown = open && sQuery.length > 1 && data !== undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes when the focus leaves field and hits.
    <div
      ref={box}
      className="relative mb-5 max-w-form"
      data-screen-only
      onBlur={({ currentTarget, relatedTarget }) =>
        !currentTarget.contains(relatedTarget) && setOpen(false)
      }
    >
      <SearchField
        label={text('office.search.label')}
        clearLabel={text('catalogue.clearSearch')}
        value={typed}
        maxLength={200}
        autoComplete="off"
        role="combobox"
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown && at >= 0 ? `${listId}-${at}` : undefined}
        onFocus={() => setOpen(true)}
        onChange={(value) => {
          setTyped(value);
          setAt(-1);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={text('office.search.title')}
        className={cx(
          'absolute inset-x-0 top-full z-30 mt-1 max-h-96 overflow-y-auto rounded-panel border border-line bg-raised p-2 shadow-float',
          !shown && 'hidden',
        )}
      >
        {hits.length === 0 && <p className="p-2 text-15 text-soft">{text('office.search.none')}</p>}
        {groups.map(([kind, some]) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped so.
          <div key={kind} role="group" aria-label={kindNames[kind]}>
            <p aria-hidden="true" className="px-2 pt-2 pb-1 text-13 font-semibold text-soft">
              {kindNames[kind]}
            </p>
            {some.map((hit) => {
              const place = hits.indexOf(hit);
              return (
                <Option
                  key={place}
                  id={`${listId}-${place}`}
                  hit={hit}
                  chosen={place === at}
                  onChoose={() => go(pathOf(hit))}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
