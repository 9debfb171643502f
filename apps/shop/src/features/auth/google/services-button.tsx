import { text } from '@giftlane/texts/text.ts';
import { Spinner } from '@giftlane/ui/controls/spinner.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { claimsOf } from '../../../session/google.ts';
import { type Asked, newNonce } from './issuer.ts';
import { loadServices } from './services.ts';

/** The greatest width of Google's button. */
const widest = 400;

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

/** Covers Google's button, which has no busy state. */
function Entering() {
  return (
    <p className="absolute inset-0 z-10 flex items-center justify-center gap-3 rounded-control border border-edge bg-surface text-15 font-semibold">
      <Spinner />
      {text('auth.google.entering')}
    </p>
  );
}

interface ServicesButtonProps {
  clientId: string;
  /** The sign-in call is in flight. */
  busy: boolean;
  onAsked: (asked: Asked) => void;
}

/** Google's own button, drawn by its script into an element without React children. */
export function ServicesButton({ clientId, busy, onAsked }: ServicesButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const answer = useEffectEvent((asked: Asked) => onAsked(asked));

  useEffect(() => {
    let gone = false;
    const draw = async () => {
      const [services, nonce] = await Promise.all([loadServices(), newNonce()]);
      if (gone || !place.current) return;
      services.initialize({
        client_id: clientId,
        nonce,
        ux_mode: 'popup',
        callback: ({ credential }) => {
          if (gone) return;
          const ours = typeof credential === 'string' && claimsOf(credential).nonce === nonce;
          answer(ours ? { kind: 'token', idToken: credential } : { kind: 'failed' });
          // Drawn again with a new nonce, as each is valid once.
          draw().catch(() => !gone && setState('failed'));
        },
      });
      place.current.replaceChildren();
      services.renderButton(place.current, {
        type: 'standard',
        theme: isDark() ? 'filled_black' : 'outline',
        size: 'large',
        text: 'continue_with',
        logo_alignment: 'center',
        width: Math.min(widest, place.current.offsetWidth),
      });
      setState('ready');
    };
    draw().catch(() => !gone && setState('failed'));
    return () => {
      gone = true;
    };
  }, [clientId]);

  if (state === 'failed') return <p className="text-soft">{text('error.googleUnavailable')}</p>;
  return (
    <div className="input-height relative">
      {state === 'loading' && (
        <div role="status" className="absolute inset-0">
          <span className="sr-only">{text('auth.google.loading')}</span>
          <Skeleton className="h-full rounded-control" />
        </div>
      )}
      <div role="status">{busy && <Entering />}</div>
      {/* Browsers give a frame whose color scheme differs from the page's an opaque background. */}
      <div ref={place} inert={busy} className="isolate flex scheme-light justify-center" />
    </div>
  );
}
