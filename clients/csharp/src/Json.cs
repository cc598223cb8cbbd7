using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Adwarden
{
    using Fields = Dictionary<string, object>;

    /// <summary>Reads and writes JSON: objects as Dictionary, numbers as double. What is in a list is not kept.</summary>
    internal sealed class Json
    {
        private static readonly Regex Number = new Regex(@"\G-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?");
        private static readonly object SomeList = new object();
        private readonly string text;
        private int at;

        private Json(string text) => this.text = text;

        /// <summary>Throws FormatException when the text is not JSON.</summary>
        internal static object Parse(string text)
        {
            var json = new Json(text);
            var value = json.Value();
            Check(json.Skip("") && json.at == text.Length);
            return value;
        }

        /// <summary>Writes dictionaries, texts, numbers, booleans and null.</summary>
        internal static string Write(object value)
        {
            if (value == null) return "null";
            if (value is string text) return Quote(text);
            if (value is bool isTrue) return isTrue ? "true" : "false";
            if (!(value is Fields members)) return Convert.ToString(value, CultureInfo.InvariantCulture);
            var written = new List<string>();
            foreach (var member in members) written.Add(Quote(member.Key) + ":" + Write(member.Value));
            return "{" + string.Join(",", written) + "}";
        }

        private static string Quote(string text)
        {
            var quoted = new StringBuilder("\"");
            foreach (var next in text)
                if (next >= ' ' && next != '"' && next != '\\') quoted.Append(next);
                else quoted.Append("\\u").Append(((int)next).ToString("x4"));
            return quoted.Append('"').ToString();
        }

        /// <summary>An object or list that has begun. It has no members if it is a list.</summary>
        private sealed class Level
        {
            internal Fields Members;
            internal string Name; // of the member that is being read
        }

        /// <summary>Reads a value. Has its own stack, because a thread's stack is too small for 60,000 brackets.</summary>
        private object Value()
        {
            var levels = new Stack<Level>();
            for (;;)
            {
                object value;
                if (Skip("{"))
                {
                    var members = new Fields();
                    value = members;
                    if (!Skip("}"))
                    {
                        levels.Push(new Level { Members = members, Name = Name() });
                        continue;
                    }
                }
                else if (Skip("["))
                {
                    value = SomeList;
                    if (!Skip("]"))
                    {
                        levels.Push(new Level());
                        continue;
                    }
                }
                else value = Simple();
                while (levels.Count > 0 && !GoesOn(levels.Peek(), value)) value = levels.Pop().Members ?? SomeList;
                if (levels.Count == 0) return value;
            }
        }

        /// <summary>Ends a member of an object or list; whether there is another one.</summary>
        private bool GoesOn(Level level, object value)
        {
            var isObject = level.Members != null;
            if (isObject) level.Members[level.Name] = value;
            var goesOn = Skip(",");
            if (!goesOn) Check(Skip(isObject ? "}" : "]"));
            else if (isObject) level.Name = Name();
            return goesOn;
        }

        private string Name()
        {
            Check(Skip("\""));
            var name = RestOfString();
            Check(Skip(":"));
            return name;
        }

        private object Simple()
        {
            if (Skip("\"")) return RestOfString();
            if (Skip("true")) return true;
            if (Skip("false")) return false;
            if (Skip("null")) return null;
            var number = Number.Match(text, at);
            Check(number.Success);
            at += number.Length;
            // Some versions of .NET refuse 1e400.
            var isDouble = double.TryParse(number.Value, NumberStyles.Float, CultureInfo.InvariantCulture, out var value);
            return isDouble ? value : double.MaxValue;
        }

        private string RestOfString()
        {
            var found = new StringBuilder();
            for (var next = Take(); next != '"'; next = Take())
            {
                Check(next >= ' ');
                found.Append(next == '\\' ? Escaped() : next);
            }
            return found.ToString();
        }

        private char Escaped()
        {
            var next = Take();
            var place = "\"\\/bfnrtu".IndexOf(next);
            Check(place >= 0);
            if (next != 'u') return "\"\\/\b\f\n\r\t"[place];
            var code = new string(new[] { Take(), Take(), Take(), Take() });
            return (char)ushort.Parse(code, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
        }

        private char Take()
        {
            Check(at < text.Length);
            return text[at++];
        }

        /// <summary>Skips space and then `wanted`; false when something else follows.</summary>
        private bool Skip(string wanted)
        {
            while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0) at++;
            if (string.CompareOrdinal(text, at, wanted, 0, wanted.Length) != 0) return false;
            at += wanted.Length;
            return true;
        }

        private static void Check(bool isJson)
        {
            if (!isJson) throw new FormatException();
        }
    }
}
