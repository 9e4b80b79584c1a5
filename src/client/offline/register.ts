/**
 * Has the browser keep the book's page and the encyclopedia for when there is no network, once the page is there and nothing else is
 * wanted of the line. Not from the author's panel, and not for a reader who saves data.
 */
export function keepOffline(savesData: boolean): void {
  if (!('serviceWorker' in navigator) || savesData || location.pathname.startsWith('/admin')) return;
  // Browsers without service workers, or that forbid them here, read the site as before.
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  const wait = () => setTimeout(register, 3000);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
