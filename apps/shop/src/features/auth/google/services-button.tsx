import { text } from '@giftlane/texts/text.ts';
import { Spinner } from '@giftlane/ui/controls/spinner.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { claimsOf } from '../../../session/google.ts';
import { type Asked, newNonce } from './issuer.ts';
import { loadServices } from './services.ts';

/** Google draws no wider button. */
const widest = 400;

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

/** Over Google's button, which can not be told that its answer is being worked on. */
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
  /** Google has answered, and the shop is asked. */
  busy: boolean;
  onAsked: (asked: Asked) => void;
}

/** Google's own button. It lives outside React, in a place React leaves alone. */
export function ServicesButton({ clientId, busy, onAsked }: ServicesButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const answer = useEffectEvent((asked: Asked) => onAsked(asked));

  // A foreign script draws into our page: it is loaded and drawn with this component.
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
          // With another nonce: this one may be spent.
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
      {/* A frame of another scheme than its page's is given an opaque ground by browsers. */}
      <div ref={place} inert={busy} className="isolate flex scheme-light justify-center" />
    </div>
  );
}
