import { type RefObject, useLayoutEffect } from 'react';

/** Keeps toasts above bars at the lower edge and above a phone's keyboard. */
export function ClearOfBars({ place }: { place: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => {
    const move = () => {
      const { offsetTop = 0, height = innerHeight } = visualViewport ?? {};
      const bars = [...document.querySelectorAll('[data-bar], [data-reach-bar]')]
        .map((bar) => bar.getBoundingClientRect())
        .filter(({ top, bottom }) => bottom >= innerHeight - 1 && top > innerHeight / 3);
      const edge = Math.min(offsetTop + height, ...bars.map(({ top }) => top));
      place.current?.style.setProperty('--covered-below', `${Math.max(0, innerHeight - edge)}px`);
    };
    move();
    addEventListener('scroll', move, { passive: true });
    addEventListener('resize', move);
    // A banner that comes later pushes a bar to the lower edge without a scroll.
    const resized = new ResizeObserver(move);
    resized.observe(document.body);
    return () => {
      resized.disconnect();
      removeEventListener('scroll', move);
      removeEventListener('resize', move);
    };
  }, [place]);
  return null;
}
