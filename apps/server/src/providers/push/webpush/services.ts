/** Which addresses messages may go to: they come from strangers, so the shop asks only whom it knows. */

const isAt = (hostname: string, service: string) =>
  service.startsWith('*.') ? hostname.endsWith(service.slice(1)) : hostname === service;

/** Whether an address is at one of `services`: https at its usual port, or a stand-in by its origin. */
export function isAllowed(endpoint: string, services: readonly string[]): boolean {
  // Refuses addresses that other parsers read differently from URL.
  if (endpoint.includes('\\')) return false;
  const url = URL.parse(endpoint);
  if (url?.username !== '' || url.password !== '' || url.hash !== '') return false;
  if (services.includes(url.origin)) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return services.some((service) => isAt(url.hostname, service));
}
