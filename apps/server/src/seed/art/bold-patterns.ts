/** Patterns of a few large shapes. */
import type { Pattern } from './canvas.ts';
import { cells, disc, lines, path, polygon, quiet, round, times } from './shapes.ts';

/** Rings around a corner. */
const rings: Pattern = ({ w, h, random, figure }) => {
  const x = random.pick([0, w, Math.round(w * 0.72)]);
  const y = random.pick([0, h]);
  const step = Math.max(w, h) / random.whole(6, 9);
  const ring = (i: number) => {
    const width = i % 3 === 1 ? ` stroke-width="${round(step * 0.62)}"` : '';
    return `<circle r="${round(step * (i + 0.6))}"${width}/>`;
  };
  const style = `fill="none" stroke="${figure}" stroke-width="${round(step * 0.3)}"`;
  return `<g transform="translate(${x} ${y})" ${style}>${times(10, ring).join('')}</g>`;
};

/** Slanted bands, each a little narrower than the last. */
const bands: Pattern = ({ w, h, random }) => {
  const slant = Math.round(h * random.pick([0.6, -0.6, 1, -1]));
  let x = -Math.abs(slant);
  let band = Math.max(w, h) / 7;
  let d = '';
  while (x < w + Math.abs(slant)) {
    const wide = Math.round(band * 0.55);
    d += `M${Math.round(x)} ${h}h${wide}l${slant}-${h}h-${wide}z`;
    x += band;
    band = Math.max(w / 18, band * 0.9);
  }
  return path(d);
};

/** Rays from a point at the edge. */
const sunburst: Pattern = ({ w, h, random }) => {
  const x = w * random.pick([0.5, 0.72, 0.3]);
  const count = random.pick([16, 20, 24]);
  const far = w + h;
  const rays = times(count, (i) => {
    const at = (turn: number): [number, number] => [
      x + far * Math.cos(turn),
      h - far * Math.sin(turn),
    ];
    const from = (Math.PI * i) / count;
    return i % 2 === 0 ? polygon([x, h], at(from), at(from + Math.PI / count)) : '';
  });
  return quiet(path(rays.join('')), 0.45) + path(disc(x, h, Math.min(h * 0.46, w * 0.3)));
};

/** A low sun over water. */
const horizon: Pattern = ({ w, h, random, ground }) => {
  const r = Math.min(h * 0.44, w * 0.36);
  const x = w * random.pick([0.38, 0.5, 0.62]);
  const y = h * 0.6;
  const waves = times(5, (i) => {
    const top = y + (i * (h - y)) / 5 + 4;
    const half = w * (0.62 - i * 0.09);
    return `M${round(x - half)} ${round(top)}h${round(2 * half)}v${round((h - y) / 9)}h${round(-2 * half)}z`;
  });
  return `${path(disc(x, y, r))}<path fill="${ground}" d="M0 ${round(y)}h${w}v${h}h${-w}z"/>${path(waves.join(''))}`;
};

/** Arches within arches. */
const arches: Pattern = ({ w, h, random, figure }) => {
  const count = random.pick([2, 3]);
  const span = w / count;
  const bow = span / 9;
  const legs = Math.round(h * 0.36);
  const d = cells(4, count, (ring, i) => {
    const r = Math.round(span / 2 - bow * (ring * 1.15 + 0.7));
    return `M${Math.round(span * (i + 0.5)) - r} ${h}v-${legs}a${r} ${r} 0 0 1 ${2 * r} 0v${legs}`;
  });
  return lines(d.join(''), bow * 0.62, figure);
};

/** A row of moons, full in the middle. */
const moons: Pattern = ({ w, h, ground }) => {
  const count = w > h * 1.6 ? 5 : 3;
  const gap = w / count;
  const r = Math.min(gap / 2.25, h * 0.4);
  const middle = (count - 1) / 2;
  // Drawn from the middle outwards: a moon's shade would otherwise cover its neighbour.
  const order = times(count, (i) => i).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return order
    .map((i) => {
      const x = gap * (i + 0.5);
      const phase = i - middle;
      const shift = (r * Math.sign(phase) * 1.25) / Math.abs(phase || 1) ** 1.2;
      const shade = `<path fill="${ground}" d="${disc(x + shift, h / 2, r * 1.01)}"/>`;
      return path(disc(x, h / 2, r)) + (phase === 0 ? '' : shade);
    })
    .join('');
};

/** Overlapping circles. */
const circles: Pattern = ({ w, h, random }) => {
  const r = Math.min(h * random.pick([0.42, 0.5]), w * 0.36);
  const count = Math.ceil(w / (r * 1.15)) + 1;
  return times(count, (i) => quiet(path(disc(r * 0.3 + i * r * 1.15, h * 0.5, r)), 0.42)).join('');
};

/** Petals around a point. */
const petals: Pattern = ({ w, h, random, ground }) => {
  const count = random.pick([8, 10, 12]);
  const x = w * random.pick([0.5, 0.68]);
  const y = h * 0.5;
  const long = Math.max(h, w * 0.42) * 0.62;
  const wide = (long * 3) / count;
  const petal = `M0 0q${round(wide)} ${round(-long / 2)} 0 ${round(-long)}q${round(-wide)} ${round(long / 2)} 0 ${round(long)}z`;
  const all = times(
    count,
    (i) => `<use href="#p" transform="rotate(${round((360 * i) / count)})"/>`,
  );
  return `<g transform="translate(${round(x)} ${round(y)})"><path id="p" d="${petal}"/>${all.join('')}<circle r="${round(h * 0.07)}" fill="${ground}"/></g>`;
};

/** Overlapping hills. */
const hills: Pattern = ({ w, h, random }) => {
  const ridge = (base: number, high: number) => {
    const peaks = w < h ? 1 : random.whole(2, 3);
    const step = w / peaks;
    const d = times(peaks, (i) => {
      const up = high * (0.6 + random.fraction() * 0.4);
      return `Q${round(step * (i + 0.5))} ${round(base - up * 2)} ${round(step * (i + 1))} ${round(base)}`;
    });
    return `M0 ${h}V${round(base)}${d.join('')}V${h}z`;
  };
  return [
    quiet(path(ridge(h * 0.6, h * 0.5)), 0.35),
    quiet(path(ridge(h * 0.78, h * 0.42)), 0.6),
    path(ridge(h * 0.95, h * 0.34)),
  ].join('');
};

/** Steps, like stairs or a skyline. */
const steps: Pattern = ({ w, h, random }) => {
  const count = Math.round(w / random.whole(52, 70));
  const step = w / count;
  const start = random.whole(1, 5);
  const bars = times(count, (i) => {
    const up = h * (0.16 + 0.7 * Math.abs(Math.sin((i + start) * 0.62)));
    return `M${round((i + 0.13) * step)} ${h}v${round(-up)}h${round(step * 0.74)}v${round(up)}z`;
  });
  return path(bars.join(''));
};

/** Eclipses: a disc in a ring, side by side. */
const eclipses: Pattern = ({ w, h, random, ground }) => {
  const r = Math.min(h * 0.4, w * 0.36);
  const count = Math.max(1, Math.round(w / (r * 2.5)));
  const shift = random.pick([-0.3, 0.3]);
  return times(count, (i) => {
    const x = (w / count) * (i + 0.5);
    const hole = `<path fill="${ground}" d="${disc(x + r * shift, h / 2, r * 0.62)}"/>`;
    return path(disc(x, h / 2, r)) + hole + path(disc(x + r * shift, h / 2, r * 0.34));
  }).join('');
};

export const boldPatterns = {
  rings,
  bands,
  sunburst,
  horizon,
  arches,
  moons,
  circles,
  petals,
  hills,
  steps,
  eclipses,
};
