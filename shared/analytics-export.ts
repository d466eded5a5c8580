/** The name that an export of a campaign's calls is saved under (B §4). */
export function exportFileName(campaignName: string): string {
  return `${campaignName}_analytics_details.csv`;
}

/** Where it is downloaded, under the API's origin (B §7). */
export function exportPath(campaignName: string): string {
  return `/dropcowboy/analytics/details/download/${encodeURIComponent(campaignName)}/`;
}
