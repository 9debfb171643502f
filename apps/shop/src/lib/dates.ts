/** Dates as the shop shows them, in the viewer's time zone. */
const locale = 'en-US';

const dayParts = new Intl.DateTimeFormat(locale, {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
});
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });

/** DD-MMM-YYYY (CONST-06). */
export function formatDate(iso: string): string {
  const parts = dayParts.formatToParts(new Date(iso));
  const part = (type: string) => parts.find((item) => item.type === type)?.value ?? '';
  return `${part('day')}-${part('month')}-${part('year')}`;
}

/** hh:mm AM or PM. */
export function formatTime(iso: string): string {
  return clock.format(new Date(iso));
}
