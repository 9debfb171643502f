import { text } from '@giftlane/texts/text.ts';

const ink = 'var(--color-on-band)';

/** A drawing of a phone that shows a card and its code. */
function Phone() {
  return (
    <svg viewBox="0 0 240 260" className="w-full" aria-hidden="true">
      <rect
        x="44"
        y="14"
        width="152"
        height="300"
        rx="24"
        fill="none"
        stroke={ink}
        strokeWidth="3"
      />
      <rect x="98" y="26" width="44" height="8" rx="4" fill={ink} />
      <rect x="60" y="52" width="120" height="76" rx="9" fill="var(--color-coral)" />
      <path d="M60 104l30-30 22 22 34-34 34 34v23a9 9 0 0 1-9 9H69a9 9 0 0 1-9-9z" fill={ink} />
      <path d="M60 152h76M60 170h112" stroke={ink} strokeWidth="5" strokeLinecap="round" />
      <rect x="60" y="192" width="120" height="40" rx="9" fill={ink} />
      <path
        d="M74 212h18m8 0h18m8 0h18m8 0h14"
        stroke="var(--color-band)"
        strokeWidth="6"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** Announces the apps (HOME-04, HOME-09). */
export function AppBanner() {
  return (
    <section className="page-width pt-12 md:pt-16">
      <div className="grid items-end gap-x-10 overflow-hidden rounded-panel bg-band px-6 pt-8 text-on-band sm:grid-cols-[1fr_auto] md:px-12 md:pt-12">
        <div className="pb-8 md:pb-12">
          <h2 className="text-28 tracking-tighter md:text-40">{text('home.apps.title')}</h2>
          <p className="mt-3 max-w-prose text-17">{text('home.apps.text')}</p>
        </div>
        <div className="mx-auto w-44 md:w-60">
          <Phone />
        </div>
      </div>
    </section>
  );
}
