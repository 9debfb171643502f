/** Pictures of a case: one large, or two side by side, zoomed and turned by keys. */
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { useEffect, useRef, useState } from 'react';
import { KeyButton } from './decision-foot.tsx';
import { useKeys } from './keys.ts';

interface Picture {
  readonly src: string;
  readonly label: string;
}

const turns = ['', 'rotate-90', 'rotate-180', '-rotate-90'] as const;

/** A turned or zoomed picture is within a square, which stays where it is when it turns. */
const square = {
  zoomed: 'aspect-square w-[250%] max-w-none',
  turned: 'mx-auto aspect-square w-[min(100%,28rem,55vh)]',
};

function Large({ picture, zoomed, turned }: { picture: Picture; zoomed: boolean; turned: number }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current: at } = box;
    if (zoomed && at)
      at.scrollTo((at.scrollWidth - at.clientWidth) / 2, (at.scrollHeight - at.clientHeight) / 2);
  }, [zoomed]);
  return (
    <figure className="min-w-0 grow basis-0">
      {/* Scrolls by keyboard when it is zoomed. */}
      <div
        ref={box}
        tabIndex={zoomed ? 0 : undefined}
        className="h-[min(28rem,55vh)] overflow-auto rounded-panel border border-line bg-ground"
      >
        <img
          src={picture.src}
          alt={picture.label}
          className={cx(
            'object-contain transition-transform',
            turns[turned],
            zoomed ? square.zoomed : turned % 2 === 1 ? square.turned : 'size-full',
          )}
        />
      </div>
      <figcaption className="mt-1 truncate text-13 text-soft">{picture.label}</figcaption>
    </figure>
  );
}

interface PicturesProps {
  pictures: readonly Picture[];
  /** The large one, where the page chooses it too. */
  chosen?: number;
  onChoose?: (nth: number) => void;
}

/** Keys: 1 to 9 choose a picture, z zooms, r turns, s shows it beside the next one. */
export function Pictures({ pictures, ...given }: PicturesProps) {
  const [own, setOwn] = useState(0);
  const { chosen = own, onChoose: choose = setOwn } = given;
  const [zoomed, setZoomed] = useState(false);
  const [turned, setTurned] = useState(0);
  const [beside, setBeside] = useState(false);
  const zoom = () => setZoomed(!zoomed);
  const turn = () => setTurned((turned + 1) % turns.length);
  const compare = () => setBeside(!beside);
  useKeys({
    ...Object.fromEntries(pictures.map((_, i) => [`${i + 1}`, () => choose(i)])),
    z: zoom,
    r: turn,
    s: compare,
  });
  const second = pictures[(chosen + 1) % pictures.length];
  const shown = [pictures[chosen], beside ? second : undefined].filter((one) => one !== undefined);
  const tools = [
    { key: 'z', label: text('office.picture.zoom'), act: zoom, on: zoomed },
    { key: 'r', label: text('office.picture.turn'), act: turn, on: turned > 0 },
    { key: 's', label: text('office.picture.beside'), act: compare, on: beside },
  ];
  return (
    <div>
      <div className="flex gap-3">
        {shown.map((picture) => (
          <Large key={picture.src} picture={picture} zoomed={zoomed} turned={turned} />
        ))}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {pictures.map(({ src, label }, i) => (
          <button
            key={src}
            type="button"
            aria-label={label}
            aria-pressed={i === chosen}
            aria-keyshortcuts={`${i + 1}`}
            onClick={() => choose(i)}
            className={cx(
              'size-16 overflow-hidden rounded-small border-2',
              i === chosen ? 'border-leaf' : 'border-line',
            )}
          >
            <img src={src} alt="" className="size-full object-cover" />
          </button>
        ))}
        <span className="ms-auto flex flex-wrap gap-2">
          {tools.map(({ key, label, act, on }) => (
            <KeyButton key={key} press={key} size="small" aria-pressed={on} onClick={act}>
              {label}
            </KeyButton>
          ))}
        </span>
      </div>
    </div>
  );
}
