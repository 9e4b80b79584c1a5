/**
 * Registers the service worker once the page is loaded and the network is idle; not in the panel, nor with the data
 * saver on.
 */
export function keepOffline(savesData: boolean): void {
  if (!('serviceWorker' in navigator) || savesData || location.pathname.startsWith('/admin')) return;
  // Browsers without service workers work as before.
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  const wait = () => setTimeout(register, 3000);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
