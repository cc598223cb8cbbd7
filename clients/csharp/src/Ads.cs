using System;
using System.Collections.Generic;
using System.Text;

namespace Adwarden
{
    using Fields = Dictionary<string, object>;

    /// <summary>What an app gets from the server, as it is stored: unknown fields are left out, missing ones have defaults.</summary>
    internal static class Ads
    {
        /// <summary>The ads in a server's body; null when it is not the answer for this app.</summary>
        internal static Fields OfBody(byte[] body, string appId)
        {
            var all = Read(body);
            if (all == null || !true.Equals(Get(all, "success"))) return null;
            return Get(all, "data") is Fields data && Text(data, "appID") == appId ? Of(data, data) : null;
        }

        /// <summary>Whether a body is the server's own refusal: its envelope says so.</summary>
        internal static bool IsRefusal(byte[] body)
        {
            var all = Read(body);
            return all != null && false.Equals(Get(all, "success")) && Text(all, "status") == "error";
        }

        /// <summary>Null when the body is no object in JSON and UTF-8.</summary>
        private static Fields Read(byte[] body)
        {
            try
            {
                var text = new UTF8Encoding(false, true).GetString(body);
                return Json.Parse(text.TrimStart('\uFEFF')) as Fields;
            }
            catch (Exception)
            {
                return null;
            }
        }

        /// <summary>Takes the known fields; null when `adsStatus` is neither on nor off.</summary>
        internal static Fields Of(Fields data, Fields unitsOf)
        {
            var status = Text(data, "adsStatus");
            if (status != "on" && status != "off") return null;
            var units = new Fields();
            foreach (var field in Slots.Fields)
            {
                var unit = Text(unitsOf, field);
                if (!string.IsNullOrWhiteSpace(unit)) units[field] = unit.Trim();
            }
            return new Fields
            {
                { "adsStatus", status }, { "reason", Text(data, "reason") },
                { "visibleExtra", Text(data, "visibleExtra") == "on" ? "on" : "off" },
                { "updatedAt", Text(data, "updatedAt") }, { "units", units }
            };
        }

        /// <summary>The ad unit of a slot; null when the slot is empty.</summary>
        internal static string UnitOf(Fields ads, Slot slot) => Text((Fields)ads["units"], Slots.Fields[(int)slot]);

        /// <summary>The text of a field; null when it is missing or of another type, or when there are no fields.</summary>
        internal static string Text(Fields fields, string name) => fields == null ? null : Get(fields, name) as string;

        private static object Get(Fields fields, string name) => fields.TryGetValue(name, out var value) ? value : null;
    }
}
