import { text } from '@giftlane/texts/text.ts';
import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useMediaUrl } from '../../session/options.ts';

/** True when the visitor has asked neither for reduced motion nor for saving data. */
function mayAutoplay(): boolean {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return false;
  const connection: unknown = Reflect.get(navigator, 'connection');
  return !(connection && Reflect.get(connection, 'saveData') === true);
}

/** Calls `act` soon after the page's load event; returns how to cancel that. */
function afterLoad(act: () => void): () => void {
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

/** The URL of an option that is a media path or a URL. */
function useFilmUrl(path: string): string | undefined {
  const stored = useMediaUrl(path);
  return /^https?:/.test(path) ? path : stored;
}

interface FilmProps {
  path: string;
  /** A still of it. As `path`, a media path or a URL. */
  poster: string;
  /** Describes it for screen readers. */
  label: string;
}

/** A film of the shop (HOME-01, SELL-01): muted, looped, loaded after the page. It autoplays unless motion is unwanted. */
export function Film({ path, poster, label }: FilmProps) {
  const film = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const address = useFilmUrl(path);
  const still = useFilmUrl(poster);
  // A browser that refuses to autoplay is no error: the button plays it.
  useEffect(() => {
    if (!address || !mayAutoplay()) return;
    return afterLoad(() => void film.current?.play().catch(() => undefined));
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
        // Firefox makes it a tab stop without any use.
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
        className="absolute end-3 bottom-3 inline-flex size-11 items-center justify-center rounded-pill bg-paper text-ink shadow-float"
        aria-label={playing ? text('home.video.pause') : text('home.video.play')}
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}
