import { text } from '@giftlane/texts/text.ts';
import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useMediaUrl } from '../../session/options.ts';

/** Whether a film may begin by itself: motion is wanted and the network is not counted by the byte. */
function mayBegin(): boolean {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return false;
  const connection: unknown = Reflect.get(navigator, 'connection');
  return !(connection && Reflect.get(connection, 'saveData') === true);
}

/** Calls `act` when the page has loaded and has nothing better to do. */
function whenIdle(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    timer = setTimeout(act, 300);
  };
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
  return () => {
    clearTimeout(timer);
    removeEventListener('load', later);
  };
}

/** An option's path as an address; an address stays one. */
function useAddress(path: string): string | undefined {
  const stored = useMediaUrl(path);
  return /^https?:/.test(path) ? path : stored;
}

interface FilmProps {
  path: string;
  /** A still of it. */
  poster: string;
  /** What one sees in it. */
  label: string;
}

/**
 * A film of the shop's own (HOME-01, SELL-01): silent, in a loop, loaded after everything else. Where nothing may
 * move it is a picture until somebody wants to see it.
 */
export function Film({ path, poster, label }: FilmProps) {
  const film = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const address = useAddress(path);
  const still = useAddress(poster);
  // A film that may not begin by itself waits for the button; a refusal to play is no fault.
  useEffect(() => {
    if (!address || !mayBegin()) return;
    return whenIdle(() => void film.current?.play().catch(() => undefined));
  }, [address]);
  const toggle = () => {
    if (playing) film.current?.pause();
    else void film.current?.play().catch(() => undefined);
  };
  const Icon = playing ? Pause : Play;
  return (
    <div className="relative aspect-4/3 w-full overflow-hidden rounded-panel bg-band shadow-lift">
      <video
        ref={film}
        src={address}
        poster={still}
        aria-label={label}
        // Firefox would stop the keyboard at it, where nothing can be done: the button beside it can be reached.
        tabIndex={-1}
        className="size-full object-cover"
        muted
        loop
        playsInline
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      />
      <button
        type="button"
        onClick={toggle}
        className="absolute right-3 bottom-3 inline-flex size-11 items-center justify-center rounded-pill bg-paper text-ink shadow-float"
        aria-label={playing ? text('home.video.pause') : text('home.video.play')}
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}
