/** File name of the CSV export of a campaign's calls. */
export function exportFileName(campaignName: string): string {
  return `${campaignName}_analytics_details.csv`;
}

/** Path of the CSV export, relative to the API's origin. */
export function exportPath(campaignName: string): string {
  return `/dropcowboy/analytics/details/download/${encodeURIComponent(campaignName)}/`;
}
