import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Spinner } from '@giftlane/ui/controls/spinner.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { useEffect, useRef, useState } from 'react';
import { type Asked, type Asking, askIssuer, type IssuerConfig } from './issuer.ts';

/** The letter G in the colour of the text. */
function Letter() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5" fill="none">
      <path
        d="M20.5 12H12.6M20.5 12a8.5 8.5 0 1 1-2.7-6.2"
        stroke="currentColor"
        strokeWidth="2.6"
        strokeLinecap="square"
      />
    </svg>
  );
}

interface WindowButtonProps {
  config: IssuerConfig;
  /** The sign-in call is in flight. */
  busy: boolean;
  /** Not called when the window was closed or blocked. */
  onAsked: (asked: Asked) => void;
}

/** The shop's own button, which opens the issuer in a window. A second press focuses the window. */
export function WindowButton({ config, busy, onAsked }: WindowButtonProps) {
  const [state, setState] = useState<'idle' | 'waiting' | 'blocked'>('idle');
  const asking = useRef<Asking>(null);
  // Leaving the page closes the window.
  useEffect(() => () => asking.current?.close(), []);

  const press = async () => {
    if (asking.current) {
      asking.current.focus();
      return;
    }
    const begun = askIssuer(config);
    asking.current = begun;
    setState('waiting');
    const asked = await begun.answer;
    asking.current = null;
    setState(asked.kind === 'blocked' ? 'blocked' : 'idle');
    if (asked.kind !== 'blocked' && asked.kind !== 'closed') onAsked(asked);
  };

  return (
    <>
      <Button className="w-full" busy={busy} onClick={() => void press()}>
        {!busy && (state === 'waiting' ? <Spinner /> : <Letter />)}
        {text('auth.google.continue')}
      </Button>
      <p role="status" className="sr-only">
        {state === 'waiting' && text('auth.google.busy')}
        {busy && text('auth.google.entering')}
      </p>
      {state === 'blocked' && (
        <div className="mt-3">
          <Notice tone="attention" title={text('auth.google.blocked')} />
        </div>
      )}
    </>
  );
}
